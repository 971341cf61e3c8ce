import { readFile, rename, writeFile } from 'node:fs/promises'

/** Delivered state of one entry: the receiver's ID, and a hash of the sent content. */
export interface DeliveryState {
  id: string
  told: string
}

export interface AgentState {
  users: Record<string, DeliveryState>
  groups: Record<string, DeliveryState & { members: string[] }>
}

/** State of earlier runs; empty without a file: then each entry is looked up at the receiver. */
export async function stateIn(path: string): Promise<AgentState> {
  const empty: AgentState = { users: {}, groups: {} }
  try {
    return { ...empty, ...(JSON.parse(await readFile(path, 'utf8')) as Partial<AgentState>) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
    throw error
  }
}

/** Writes the state atomically, so that an interruption leaves either the old or the new one. */
export async function keepState(path: string, state: AgentState): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
