import { createContext, use, useCallback, useMemo, useState } from 'react'

/** Resolves an ID to its name in the workspace; undefined if unknown. */
export type Names = (id: string) => string | undefined

export interface KnownNames {
  of: Names
  know: (more: Readonly<Record<string, string>>) => void
}

const noNames: KnownNames = { of: () => undefined, know: () => undefined }
export const NamesContext = createContext<KnownNames>(noNames)
export const useNames = (): KnownNames => use(NamesContext)

export function namesIn(named: readonly { id: string; name: string }[]): Names {
  const all = new Map(named.map(({ id, name }) => [id, name]))
  return id => all.get(id)
}

// Always the same array, so that the names are not computed again
const none: readonly { id: string; name: string }[] = []

export function useKnown(start = none): KnownNames {
  const [met, setMet] = useState<Readonly<Record<string, string>>>({})
  const told = useMemo(() => namesIn(start), [start])
  const know = useCallback((more: Readonly<Record<string, string>>) => setMet(before => ({ ...before, ...more })), [])
  return useMemo(() => ({ of: id => met[id] ?? told(id), know }), [met, told, know])
}
