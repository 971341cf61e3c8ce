import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const wrapperPath = (): string | undefined =>
  [
    '/usr/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').filter(one => one.endsWith('-linux-gnu')) : []).map(one =>
      join('/usr/lib', one),
    ),
  ]
    .map(folder => join(folder, 'libsocket_wrapper.so'))
    .find(path => existsSync(path))
