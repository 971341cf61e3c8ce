import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface WrkLoad {
  url: string
  headers?: Record<string, string>
  /** A JSON body for each call, as a Lua expression of the call's number `n`. */
  body?: string
  connections: number
  seconds: number
}

/** Calls one address with wrk, a program in C that hardly costs CPU. Returns the number of calls. @throws if one fails */
export async function callWithWrk({ url, headers = {}, body, connections, seconds }: WrkLoad): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'claviger-wrk-'))
  const script = join(folder, 'calls.lua')
  const all = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const table = Object.entries(all).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`)
  const request = body === undefined ? 'wrk.format("GET")' : `wrk.format("POST", nil, nil, ${body})`
  writeFileSync(
    script,
    `wrk.headers = {${table.join(', ')}}\nlocal n = 0\nfunction request()\n  n = n + 1\n  return ${request}\nend\n`,
  )
  try {
    const words = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', script, url]
    const { stdout } = await promisify(execFile)('wrk', words)
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`)
    return Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
