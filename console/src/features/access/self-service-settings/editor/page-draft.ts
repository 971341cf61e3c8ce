import type { PagePreview, SelfServicePage } from '@claviger/contract/access/self-service-settings/self-service-page'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import type { PageLanguage } from '@claviger/contract/platform/languages'
import { createContext, use, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { FieldFault } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'

export interface Draft {
  page: SelfServicePage
  name: string
  settings: PageSettings
  language: PageLanguage
  dirty: boolean
  /** Errors by the path of the setting, for example "automatic.url". */
  faults: Readonly<Record<string, string>>
  write: boolean
  /** The server's interpretation of the settings; undefined until it has answered. */
  means: PagePreview | undefined
  set(change: Partial<PageSettings>): void
  rename(name: string): void
  speak(language: PageLanguage): void
}

export const DraftContext = createContext<Draft | null>(null)

export function useDraft(): Draft {
  const draft = use(DraftContext)
  if (draft === null) throw new Error('nothing is being changed here')
  return draft
}

function faultsIn(settings: PageSettings): Record<string, string> {
  const read = z.safeParse(PageSettings, settings)
  if (read.success) return {}
  return Object.fromEntries(read.error.issues.map(issue => [issue.path.join('.'), t(issue.message)]))
}

export function useDraftOf(page: SelfServicePage) {
  const [from, setFrom] = useState(page)
  const [name, rename] = useState(page.name)
  const [settings, setSettings] = useState(page.settings)
  const [shown, setShown] = useState<Record<string, string>>({})
  const dirty = name !== from.name || JSON.stringify(settings) !== JSON.stringify(from.settings)
  const wrong = useMemo(() => faultsIn(settings), [settings])
  const reset = (to: SelfServicePage) => {
    setFrom(to)
    rename(to.name)
    setSettings(to.settings)
    setShown({})
  }
  return {
    from,
    name,
    rename,
    settings,
    dirty,
    valid: Object.keys(wrong).length === 0,
    faults: shown,
    set(change: Partial<PageSettings>) {
      setSettings(before => ({ ...before, ...change }))
      const touched = Object.keys(change)
      setShown(before =>
        Object.fromEntries(Object.entries(before).filter(([path]) => !touched.includes(path.split('.')[0] ?? ''))),
      )
    },
    check() {
      setShown(wrong)
      return wrong
    },
    refuse(fields: readonly FieldFault[]) {
      const told = fields.map(({ field, message }) => [field.replace(/^settings\./, ''), message] as const)
      setShown(Object.fromEntries(told))
      return told.map(([path]) => path)
    },
    reset,
    discard: () => reset(from),
  }
}
