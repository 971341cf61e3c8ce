"""Asks a SCIM server all that scim2-tester asks, over plain HTTP, and writes what it found as JSON."""

import http.client
import json
import sys
from urllib.parse import urlencode, urlsplit
from wsgiref.headers import Headers

from scim2_client.client import BaseSyncSCIMClient
from scim2_client.engines.inprocess import InProcessResponse
from scim2_tester import check_server

base, token = sys.argv[1], sys.argv[2]
there = urlsplit(base)


class Client(BaseSyncSCIMClient):
    def _stays_under_base_url(self, endpoint):
        return True

    def _parse_json(self, response):
        return response.json()

    def request(self, method, url, params=None, json=None, content=None, headers=None, **_kwargs):
        body = content if json is None else encoded(json)
        sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/scim+json", **dict(headers or {})}
        place = urlsplit(url).path if urlsplit(url).scheme else f"{there.path.rstrip('/')}/{url.lstrip('/')}"
        query = f"?{urlencode(params, doseq=True)}" if params else ""
        connection = http.client.HTTPConnection(there.hostname, there.port, timeout=20)
        connection.request(method.upper(), place + query, body=body, headers=sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return InProcessResponse(answer.status, Headers(answer.getheaders()), text)


def encoded(value):
    return json.dumps(value).encode()


results = check_server(Client())
print(
    json.dumps(
        [
            {
                "status": one.status.name,
                "title": one.title,
                "of": getattr(one, "resource_type", None),
                "reason": one.reason,
            }
            for one in results
        ]
    )
)
