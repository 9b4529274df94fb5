"""Check URLs through the HTTP service, with a client made from its OpenAPI document. Needs only the standard library.

Start the service with `repkit serve`, and pass its address and the URLs to request:

    python3 check_over_http.py http://127.0.0.1:9309 https://example.com/

If the service requires a token, set REPKIT_TOKEN.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Problem(Exception):
    """An error of the service. Its text says what to do."""


class Client:
    """Has a method for each operation of the service, by its operationId: `client.check({...})`, `client.robots(origin=…)`."""

    def __init__(self, address, token=None):
        self._address = address.rstrip("/")
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        for path, methods in self._send("GET", "/openapi.json")["paths"].items():
            for method, operation in methods.items():
                setattr(self, operation["operationId"], self._method(method.upper(), path, operation))

    def _method(self, method, path, operation):
        names = {parameter["name"] for parameter in operation.get("parameters", [])}

        def call(body=None, **query):
            unknown = query.keys() - names
            if unknown:
                raise TypeError(f"{operation['operationId']} has no parameter {', '.join(unknown)}")
            search = f"?{urllib.parse.urlencode(query)}" if query else ""
            return self._send(method, path + search, body)

        call.__doc__ = operation["summary"]
        return call

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, self._headers, method=method)
        try:
            with urllib.request.urlopen(request) as response:
                text = response.read()
                is_json = "json" in response.headers.get_content_type()
                return json.loads(text) if is_json else text.decode()
        except urllib.error.HTTPError as error:
            raise Problem(json.loads(error.read())["detail"]) from error


def main(address, *urls):
    client = Client(address, os.environ.get("REPKIT_TOKEN"))
    print(client.check.__doc__)
    checks = {"urls": urls, "productTokens": ["ExampleBot"], "reserve": True}
    for result in client.check(checks)["verdicts"]:
        if result["verdict"] != "allowed":
            print(f"{result['verdict']}: {result['url']}")
            continue
        time.sleep(max(0, result["turnAt"] / 1000 - time.time()))
        print(f"request: {result['url']} (crawl-delay: {result['crawlDelay']})")
    try:
        client.checkUrl(url="example.com", productToken="ExampleBot")
    except Problem as problem:
        print(problem)


if __name__ == "__main__":
    main(*sys.argv[1:])
