import { useSearch } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import type { RunKind } from '../runs/run-kind.ts'
import { RunList } from '../runs/RunList.tsx'
import { ImportList } from './ImportList.tsx'
import type { Imports } from './import-kind.ts'

export function Runs({ acts, imports }: { acts: RunKind; imports: Imports }) {
  const { can } = useSession()
  const { show }: Record<string, string | undefined> = useSearch({ strict: false })
  const files = show === 'imports' && can(imports.list.may)
  const views = [
    { label: t('Bulk actions'), to: acts.home, active: !files },
    { label: t('Imports'), to: acts.home, search: { show: 'imports' }, active: files },
  ]
  const shown = can(imports.list.may) ? views : []
  return files ? <ImportList of={imports} views={shown} /> : <RunList of={acts} views={shown} />
}
