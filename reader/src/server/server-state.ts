import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Reading } from './access-key.ts'

export interface State {
  readonly computerId: string
  readonly server?: string
  readonly appToken?: string
  readonly workspace?: string
  readonly fingers?: { readonly model: string; readonly key: string }
  readonly reading?: Reading
}

export async function readState(path: string): Promise<State> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? { computerId: randomUUID() } : (JSON.parse(text) as State)
}

/** Writes the state so that only this user can read it. */
export async function keepState(path: string, state: State): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  // The mode option applies only to new files
  await chmod(path, 0o600)
}
