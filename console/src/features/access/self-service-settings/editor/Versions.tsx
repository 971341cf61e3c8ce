import type { PageVersion } from '@claviger/contract/access/self-service-settings/self-service-page'
import { Box, Button, Group } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSource } from '../source.ts'
import { settingNames } from '../page-labels.ts'
import { useDraft } from './page-draft.ts'

const changes = ({ changed, version }: PageVersion) =>
  version === 1 ? t('Created') : changed.map(name => t(settingNames[name] ?? name)).join(', ')

export default function Versions({ close }: { close: () => void }) {
  const { calls, fixed, write } = useSource()
  const { page, dirty } = useDraft()
  const list = useRead(calls.versions, { ...fixed, page: page.id })
  const restore = useWrite(calls.restore, {
    done(after) {
      toast('success', t('Restored {name}', { name: after.name }))
      close()
    },
  })
  const take = (restored: number) => restore.mutate({ ...fixed, page: page.id, restored, version: page.version })
  return (
    <Panel open title={t('Versions of {name}', { name: page.name })} close={close}>
      {dirty && <Notice>{t('To restore a version, first save or discard your changes.')}</Notice>}
      <Waiting on={list} what={t('the versions')}>
        <Box component="ol" className="cv-ruled" mt={12}>
          {list.data?.items.map(one => (
            <Group
              component="li"
              gap={12}
              align="flex-start"
              justify="space-between"
              wrap="nowrap"
              py={12}
              key={one.version}
            >
              <div>
                <strong>{t('Version {version}', { version: String(one.version) })}</strong>{' '}
                {one.version === page.version && <Tag tone="accent">{t('Now')}</Tag>}
                <Box component="span" className="cv-muted cv-wrap" display="block">
                  <When at={one.changedAt} /> · {one.changedBy}
                </Box>
                <Box component="span" className="cv-wrap" display="block">
                  {changes(one)}
                </Box>
              </div>
              {write && one.version !== page.version && (
                <Button
                  variant="default"
                  disabled={dirty}
                  loading={restore.isPending}
                  aria-label={t('Restore version {version}', { version: String(one.version) })}
                  onClick={() => take(one.version)}
                >
                  {t('Restore')}
                </Button>
              )}
            </Group>
          ))}
        </Box>
      </Waiting>
    </Panel>
  )
}
