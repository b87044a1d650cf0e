"""OpenStack Swift with its S3 interface in one process: proxy, accounts, containers and objects, one copy of each.

Usage: python3 swift-server.py FOLDER PORT BUCKET
Prints "ready" once the bucket can be used. What is in the folder stays for the next start.
"""
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True)
from eventlet import listen, wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import storage_policy, utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.swob import Request  # noqa: E402

folder, port, bucket = sys.argv[1], int(sys.argv[2]), sys.argv[3]
kinds = ('account', 'container', 'object')
filters = 'catch_errors gatekeeper listing_formats cache s3api tempauth copy slo dlo'
options = {
    'cache': 'use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1',
    's3api': 'use = egg:swift#s3api\nlocation = us-east-1',
    'tempauth': 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
}


def app(name, text):
    path = os.path.join(folder, name + '.conf')
    with open(path, 'w') as file:
        file.write(f'[DEFAULT]\ndevices = {folder}/devices\nmount_check = false\nswift_dir = {folder}\n{text}')
    return loadapp('config:' + path)


def serve(sock, application):
    wsgi.server(sock, application, utils.NullLogger(), log_output=False)


def without_bodies_of_heads(application):
    """Its S3 interface sends the text of an error behind the head, too, where the next answer should begin."""

    def answer(environ, start_response):
        body = application(environ, start_response)
        if environ['REQUEST_METHOD'] != 'HEAD':
            return body
        if hasattr(body, 'close'):
            body.close()
        return []

    return answer


os.makedirs(folder + '/devices/disk', exist_ok=True)
utils.HASH_PATH_SUFFIX = b'hearthscribe'
utils.HASH_PATH_PREFIX = b''
with open(folder + '/swift.conf', 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = hearthscribe\n')
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
storage_policy.reload_storage_policies()
for kind in kinds:
    sock = listen(('127.0.0.1', 0))
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': sock.getsockname()[1],
                  'device': 'disk', 'meta': ''})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
    name = kind + '-server'
    eventlet.spawn(serve, sock, app(kind, f'[pipeline:main]\npipeline = {name}\n[app:{name}]\nuse = egg:swift#{kind}\n'))
sections = ''.join(f'[filter:{name}]\n{options.get(name, "use = egg:swift#" + name)}\n' for name in filters.split())
proxy = app('proxy', f'[pipeline:main]\npipeline = {filters} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\n'
                     f'account_autocreate = true\n{sections}')
for name in (bucket, bucket + '+segments'):
    made = Request.blank(f'/v1/AUTH_test/{name}', environ={'REQUEST_METHOD': 'PUT', 'swift.authorize_override': True})
    made.environ['swift.authorize'] = lambda request: None
    answer = made.get_response(proxy)
    if not answer.is_success:
        sys.exit(f'The bucket could not be made: {answer.status}')
front = listen(('127.0.0.1', port))
print('ready', flush=True)
serve(front, without_bodies_of_heads(proxy))
