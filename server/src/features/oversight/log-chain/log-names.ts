import type { LogName, PlacelessLine } from './log-chain.store.ts'

/** The month of an ID, from its timestamp: 12 times the year plus the month. */
export function monthOf(id: string): number {
  const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

export function namesInLines(lines: readonly PlacelessLine[]): LogName[] {
  const names = new Map<string, LogName>()
  const note = (line: PlacelessLine, thing: string, name: string | null | undefined) => {
    if (!name) return
    const one = { workspace: line.workspace_id, month: monthOf(line.id), thing, name }
    names.set(JSON.stringify(one), one)
  }
  for (const line of lines) {
    const who = line.actor_id ?? `~${line.actor_name ?? ''}`
    note(line, who, line.actor_name)
    note(line, who, line.ip)
    if (line.object_id !== null) note(line, line.object_id ?? '', line.object_name)
  }
  return [...names.values()]
}
