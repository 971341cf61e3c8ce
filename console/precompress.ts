import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a .br and a .gz file next to each text file, so that the server never compresses during a request. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const there = new Set(files)
      await Promise.all(
        files
          // Files left from an earlier build are already compressed
          .filter(name => /\.(?:js|css|html|svg|json)$/.test(name) && !there.has(`${name}.br`))
          .map(async name => {
            const path = join(folder, name)
            const body = await readFile(path)
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
            await writeFile(`${path}.br`, await brotli(body, { params }))
            await writeFile(`${path}.gz`, await zip(body, { level: 9 }))
          }),
      )
    },
  }
}
