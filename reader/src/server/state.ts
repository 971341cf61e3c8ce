import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What the program keeps between runs. */
export interface State {
  readonly computerId: string
  readonly server?: string
  readonly appToken?: string
  readonly workspace?: string
  /** Where it has a fingerprint reader: its model, and the key by which it vouches for what that sees. */
  readonly fingers?: { readonly model: string; readonly key: string }
  readonly reading?: { readonly format: 'none' | 'dec' | 'hex'; readonly reversed: boolean }
}

/** The state that is kept, or a new one with an id drawn for this computer. */
export async function readState(path: string): Promise<State> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? { computerId: randomUUID() } : (JSON.parse(text) as State)
}

/** Keeps the state where only this user may read it. */
export async function keepState(path: string, state: State): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  // The mode holds for new files only
  await chmod(path, 0o600)
}
