import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { FileReply } from '../../../http/bind.ts'

let read: Promise<FileReply> | undefined

/** The library that signs in at Entra ID, as its makers publish it; read and compressed once, at first use. */
export const ssoLibrary = (): Promise<FileReply> => (read ??= readLibrary())

async function readLibrary(): Promise<FileReply> {
  const main = createRequire(import.meta.url).resolve('@azure/msal-browser')
  const folder = main.slice(0, main.indexOf(join('@azure', 'msal-browser')) + join('@azure', 'msal-browser').length)
  const text = await readFile(join(folder, 'lib', 'msal-browser.min.js'))
  const brotli = await promisify(brotliCompress)(text)
  // No name of its own for each version, so it is asked for again each day
  return new FileReply(text, 'text/javascript; charset=utf-8', { 'cache-control': 'public, max-age=86400' }, brotli)
}
