import { readFile, rename, writeFile } from 'node:fs/promises'

/** What was delivered of one entry: its id at the receiver, and a hash of what was said. */
export interface Delivered {
  id: string
  told: string
}

/** All that was delivered, by the anchors of the directory. */
export interface AgentState {
  users: Record<string, Delivered>
  /** Of groups also who was in them, by anchor. */
  groups: Record<string, Delivered & { members: string[] }>
}

/** What was kept of earlier runs; nothing where there is no file: then the receiver is asked about each. */
export async function stateIn(path: string): Promise<AgentState> {
  const empty: AgentState = { users: {}, groups: {} }
  try {
    return { ...empty, ...(JSON.parse(await readFile(path, 'utf8')) as Partial<AgentState>) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw error
  }
}

/** Keeps the state; whoever is interrupted has the one before or the one after. */
export async function keepState(path: string, state: AgentState): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
