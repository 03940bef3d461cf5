import { expect, test } from 'vitest'
import { isClientDisconnect, withoutQuery } from '../../harness/local/serve.ts'

test.each([
  'kj::getCaughtExceptionAsKj() = rust/cxx/kj-rs-io/ffi.rs:176: disconnected: write(): Broken pipe (os error 32)\nstack: /workerd@58261f3',
  'kj/async-io-unix.c++:186: disconnected: ::writev(fd, iov.begin(), iov.size()): Broken pipe',
  'e = kj/async-io-unix.c++:439: disconnected: ::read(fd): Connection reset by peer',
  'stack: /node_modules/workerd/bin/workerd@5831316 /node_modules/workerd/bin/workerd@22598ea',
])('npm start leaves out %s', (line) => expect(isClientDisconnect(line)).toBe(true))

test.each([
  '{"time":"2026-11-22T05:29:26.100Z","level":"error","event":"failure","error":"TypeError"}',
  'Uncaught exception: kj/compat/url.c++:453: failed: invalid hostname when stringifying URL',
  '*** Received signal #11: Segmentation fault',
])('npm start prints %s', (line) => expect(isClientDisconnect(line)).toBe(false))

test('a line of workerd is written without the query of an address', () => {
  const line = 'Uncaught exception: invalid URL; url = %20/x?password=secret&a=b stack: x'
  expect(withoutQuery(line)).toBe('Uncaught exception: invalid URL; url = %20/x?… stack: x')
  const own = '{"event":"request","error":"why?not"}'
  expect(withoutQuery(own)).toBe(own)
})
