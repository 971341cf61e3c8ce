import { namedLists } from '@claviger/contract/rules/named-lists'
import type { NamedListInFull } from '@claviger/contract/rules/named-lists'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

export default function ListHistory({ of, close }: { of: NamedListInFull; close: () => void }) {
  const { can } = useSession()
  const [chosen, setChosen] = useState<number | null>(null)
  const [lockOut, setLockOut] = useState(false)
  const [before, setBefore] = useState<number>()
  const list = useRead(
    namedLists.history,
    { namedListId: of.namedListId, ...(before === undefined ? {} : { before }) },
    { quiet: true },
  )
  const restore = useWrite(namedLists.restore, {
    done() {
      toast('success', t('Restored {name}', { name: of.name }))
      close()
    },
  })
  const last = list.data?.items.at(-1)?.version
  const version = String(chosen)
  return (
    <Panel open title={t('Versions of {name}', { name: of.name })} close={close}>
      <Waiting on={list} what={t('the versions')}>
        <ol className="cv-ruled">
          {list.data?.items.map(({ version: one, at, by, entries, added, removed }) => (
            <Group component="li" gap={16} align="flex-start" justify="space-between" wrap="nowrap" py={12} key={one}>
              <div>
                <strong>{t('Version {version}', { version: String(one) })}</strong>{' '}
                {one === of.version && <Tag tone="accent">{t('Now')}</Tag>}
                <p>
                  {t('{count, plural, one {# entry} other {# entries}}', { count: entries })} ·{' '}
                  {t('{added} added, {removed} removed', { added, removed })}
                </p>
                <p className="cv-muted">
                  <When at={at} /> · {by}
                </p>
              </div>
              {one !== of.version && can('policies.write') && (
                <Button
                  variant="default"
                  aria-label={t('Restore version {version}…', { version: String(one) })}
                  onClick={() => setChosen(one)}
                >
                  {t('Restore…')}
                </Button>
              )}
            </Group>
          ))}
        </ol>
        {list.data?.more === true && last !== undefined && (
          <Button variant="default" onClick={() => setBefore(last)}>
            {t('Older')}
          </Button>
        )}
      </Waiting>
      <Confirm
        open={chosen !== null}
        title={t('Restore version {version}?', { version })}
        keep={t('Keep current version')}
        act={lockOut ? t('Restore anyway') : t('Restore version {version}', { version })}
        safe={!lockOut}
        busy={restore.isPending}
        close={() => setChosen(null)}
        confirm={() =>
          chosen !== null &&
          restore.mutate(
            { namedListId: of.namedListId, version: chosen, lockOutSeen: lockOut },
            { onError: ({ code }) => setLockOut(code === 'owners-locked-out') },
          )
        }
      >
        <p>
          {of.usedBy.length === 0
            ? t('No policy uses this list.')
            : t(
                '{count, plural, one {# policy uses} other {# policies use}} this list and will change immediately: {names}',
                {
                  count: of.usedBy.length,
                  names: of.usedBy.map(({ name }) => name).join(', '),
                },
              )}
        </p>
        <p>{t('The restored version is saved as a new version. All versions are kept.')}</p>
      </Confirm>
    </Panel>
  )
}
