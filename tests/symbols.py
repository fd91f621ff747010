#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/symbols.py FILE: what clangd finds by name in the file, each with its line, from 1. For
tests/check_editors.sh."""
import json
import subprocess
import sys


def main():
    path = sys.argv[1]
    uri = 'file://' + path
    with open(path, encoding='utf-8') as file:
        text = file.read()
    server = subprocess.Popen(['clangd', '--log=error', '--background-index=false'],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(method, params, number=None):
        message = {'jsonrpc': '2.0', 'method': method, 'params': params}
        if number is not None:
            message['id'] = number
        body = json.dumps(message).encode()
        server.stdin.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)
        server.stdin.flush()

    def answer(number):
        while True:
            size = 0
            while True:
                header = server.stdout.readline().strip()
                if header.lower().startswith(b'content-length:'):
                    size = int(header.split(b':')[1])
                elif not header:
                    break
            message = json.loads(server.stdout.read(size))
            if message.get('id') == number:
                return message.get('result')

    send('initialize', {'processId': None, 'rootUri': None, 'capabilities': {}}, 1)
    answer(1)
    send('initialized', {})
    send('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'c', 'version': 1,
                                                   'text': text}})
    send('textDocument/documentSymbol', {'textDocument': {'uri': uri}}, 2)
    for symbol in answer(2) or []:
        place = symbol.get('location', {}).get('range') or symbol['range']
        print(symbol['name'], place['start']['line'] + 1)
    server.kill()


main()
