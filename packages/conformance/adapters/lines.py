"""The protocol of the runner, for adapters in Python."""
import base64
import json
import sys


def answer_lines(is_allowed):
    """Answers the requests on standard input; is_allowed gets text, a product token and a URL."""
    for line in sys.stdin:
        case = json.loads(line)
        if not isinstance(case.get("token"), str) or "url" not in case or "max_bytes" in case:
            answer = {"unsupported": True}
        else:
            body = base64.b64decode(case["body_b64"]).decode("utf-8", "replace") if "body_b64" in case else case["body"]
            try:
                answer = {"allowed": bool(is_allowed(body, case["token"], case["url"]))}
            except Exception as error:
                answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)
