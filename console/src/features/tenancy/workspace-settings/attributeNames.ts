import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'

/** The workspace's names of the five extra attributes; "Attribute 2" by default. */
export function useAttributeNames(): (place: number) => string {
  const { can } = useSession()
  const options = { when: can('workspace.read'), quiet: true, fresh: 60_000 }
  const { data } = useRead(workspaceSettings.part, { sub: 'extras' }, options)
  const names = (data?.['attributeNames'] ?? []) as readonly string[]
  return place => names[place] || t('Attribute {place}', { place: place + 1 })
}
