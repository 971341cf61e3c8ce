import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { Policy } from '@claviger/contract/rules/policies'
import { policies } from '@claviger/contract/rules/policies'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { namesIn, useNames } from '#features/decide/policy-content/known-names.ts'
import { LockedOutUsers } from '#features/rules/simulations/LockedOutUsers.tsx'
import { usePolicyEffects } from '#features/rules/simulations/usePolicyEffects.ts'
import { Compare } from './Compare.tsx'
import editor from './editor.module.css'

interface Earlier {
  version: number
  content: PolicyContent
}

function Restore({
  of,
  earlier,
  close,
  load,
}: {
  of: Policy
  earlier: Earlier
  close: () => void
  load: (policy: Policy) => void
}) {
  const { of: names } = useNames()
  const means = usePolicyEffects({ drafts: [{ _id: of._id, content: earlier.content }] })
  const restore = useWrite(policies.restore, {
    done(policy) {
      toast('success', t('Restored {name}', { name: policy.name }))
      load(policy)
      close()
    },
  })
  const version = String(earlier.version)
  return (
    <Dialog open title={t('Restore version {version}?', { version })} close={close}>
      <Stack className={`${editor.fields ?? ''} cv-linked`} gap={16}>
        <Compare was={earlier.content} is={of} names={names} titles={[t('Version {version}', { version }), t('Now')]} />
        <Waiting on={means} what={t('the preview')}>
          {means.data && <LockedOutUsers of={means.data} />}
        </Waiting>
        <p className="cv-small">{t('The restored version is saved as a new version. All versions are kept.')}</p>
      </Stack>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={restore.isPending}>
          {t('Keep current version')}
        </Button>
        <Button
          disabled={means.data?.refused === true}
          loading={restore.isPending}
          onClick={() => restore.mutate({ _id: of._id, version: earlier.version, lockOutSeen: means.isSuccess })}
        >
          {t('Restore version {version}', { version })}
        </Button>
      </div>
    </Dialog>
  )
}

export default function History({ of, load }: { of: Policy; load: (policy: Policy) => void }) {
  const { can } = useSession()
  const { fields } = useFormState()
  const { of: known } = useNames()
  const [before, setBefore] = useState<number>()
  const [shown, setShown] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<Earlier | null>(null)
  const list = useRead(policies.history, { _id: of._id, ...(before === undefined ? {} : { before }) }, { quiet: true })
  const told = namesIn(list.data?.names ?? [])
  const names = (id: string) => told(id) ?? known(id)
  const last = list.data?.items.at(-1)?.version
  return (
    <Waiting on={list} what={t('the versions')}>
      {fields.dirty && <Notice>{t('To restore a version, first save or discard your changes.')}</Notice>}
      <ol className="cv-ruled">
        {list.data?.items.map(({ version, at, by, content }) => (
          <Box component="li" py={10} key={version}>
            <Group gap="2px 12px" align="stretch" justify="space-between">
              <span className="cv-quiet cv-wrap">
                <strong>{t('Version {version}', { version: String(version) })}</strong>{' '}
                {version === of.version && <Tag tone="accent">{t('Now')}</Tag>}
              </span>
              <span className="cv-quiet cv-wrap">
                <When at={at} /> · {by}
              </span>
              {content !== null && version !== of.version && (
                <Box component="span" className="cv-quiet cv-wrap" flex="100%" ms={-12}>
                  <Button
                    variant="subtle"
                    aria-label={t('Compare version {version}', { version: String(version) })}
                    aria-expanded={shown === version}
                    onClick={() => setShown(shown === version ? null : version)}
                  >
                    {t('Compare')}
                  </Button>
                  {can('policies.write') && (
                    <Button
                      variant="subtle"
                      disabled={fields.dirty}
                      aria-label={t('Restore version {version}…', { version: String(version) })}
                      onClick={() => setRestoring({ version, content })}
                    >
                      {t('Restore…')}
                    </Button>
                  )}
                </Box>
              )}
            </Group>
            {shown === version && content !== null && (
              <Compare
                was={content}
                is={of}
                names={names}
                titles={[t('Version {version}', { version: String(version) }), t('Now')]}
              />
            )}
          </Box>
        ))}
      </ol>
      {(list.data?.more === true || before !== undefined) && (
        <div className="cv-ends">
          {before !== undefined && (
            <Button variant="default" onClick={() => setBefore(undefined)}>
              {t('Newest')}
            </Button>
          )}
          {list.data?.more === true && last !== undefined && (
            <Button variant="default" onClick={() => setBefore(last)}>
              {t('Older')}
            </Button>
          )}
        </div>
      )}
      {restoring && <Restore of={of} earlier={restoring} close={() => setRestoring(null)} load={load} />}
    </Waiting>
  )
}
