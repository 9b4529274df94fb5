"""Runs the tests of Protego in a folder, and prints each decision as JSON: every test that passes asserts its own."""

import importlib.util
import inspect
import json
import sys
import types
from pathlib import Path

FOLDER = Path(sys.argv[1])
sys.path.insert(0, str(FOLDER / "src"))
# Of pytest, the tests that decide need only their parameters.
pytest = types.ModuleType("pytest")
pytest.mark = types.SimpleNamespace(
    parametrize=lambda _, rows: lambda test: setattr(test, "rows", rows) or test
)
sys.modules["pytest"] = pytest

from protego import Protego  # noqa: E402

decisions = []
parse = Protego.parse.__func__
can_fetch = Protego.can_fetch


def recorded_parse(cls, content):
    parsed = parse(cls, content)
    parsed.content = content
    return parsed


def recorded_can_fetch(self, url, token):
    allowed = can_fetch(self, url, token)
    decisions.append({"body": self.content, "url": url, "productToken": token, "allowed": allowed})
    return allowed


Protego.parse = classmethod(recorded_parse)
Protego.can_fetch = recorded_can_fetch

for path in (FOLDER / "tests/test_protego.py", FOLDER / "tests/test_on_google_spec.py"):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = dict(inspect.getmembers(module, inspect.isfunction))
    if hasattr(module, "TestProtego"):
        tests.update(inspect.getmembers(module.TestProtego(), inspect.ismethod))
    for name, test in tests.items():
        if not name.startswith("test_"):
            continue
        for row in getattr(test, "rows", [()]):
            decisions.clear()
            try:
                test(*row)
            except (AssertionError, AttributeError) as error:
                print(f"{name} is left out: {error!r}", file=sys.stderr)
                continue
            for decision in decisions:
                print(json.dumps({"test": name, **decision}))
