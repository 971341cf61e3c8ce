import { type BaselinePart, baselines, type OfferedBaseline } from '@claviger/contract/governance/baselines'
import { Button, Checkbox, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Differences } from '#platform/ui/page/Differences.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { itemOf, partName, placeOf, wordsOf } from './baseline-labels.ts'

/** What accepting a baseline changes, which parts to accept, and what prevents it. */
export default function CompareBaseline({ of, close }: { of: OfferedBaseline; close: () => void }) {
  const { can } = useSession()
  const read = useRead(baselines.compare, { id: of.id })
  const [without, setWithout] = useState<readonly BaselinePart[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [lockOut, setLockOut] = useState(false)
  const accept = useWrite(baselines.accept, {
    quiet: true,
    done() {
      toast('success', t('{name} accepted', { name: of.name }))
      close()
    },
  })
  const chosen = of.contents.map(({ part }) => part).filter(part => !without.includes(part))
  const isChosen = ({ part }: { part: BaselinePart }) => chosen.includes(part)
  const differences = (read.data?.differences ?? []).filter(isChosen)
  const obstacles = (read.data?.obstacles ?? []).filter(isChosen)
  const send = () =>
    accept.mutate(
      { id: of.id, version: read.data?.version ?? of.version, parts: chosen, lockOutSeen: lockOut },
      {
        onError(refusal) {
          setLockOut(refusal.code === 'owners-locked-out')
          setFault(refusal.message)
        },
      },
    )
  return (
    <Panel open title={t('Compare with {name}', { name: of.name })} close={close}>
      <Stack gap={16} miw={0}>
        <Waiting on={read} what={t('the differences')}>
          {differences.length === 0 ? (
            <p>{t('Your settings are the same as the baseline.')}</p>
          ) : (
            <>
              <p>{t('Your current setting is crossed out, the setting of the baseline is below it.')}</p>
              <Differences
                of={differences.map(one => ({
                  name: one.field === null ? t('{place} (will be added)', { place: itemOf(one) }) : placeOf(one),
                  before: one.field === null ? [] : wordsOf(one, one.current),
                  after: wordsOf(one, one.baseline),
                }))}
              />
            </>
          )}
          {obstacles.map(one => (
            <Notice key={one.item} level="error">
              {t('“{name}” prevents accepting the baseline: {reason}', { name: one.item, reason: one.reason })}
            </Notice>
          ))}
        </Waiting>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {can('workspace.transfer') && of.contents.length > 1 && (
          <Stack component="fieldset" gap={16} miw={0}>
            <legend>{t('Accept')}</legend>
            {of.contents.map(({ part }) => (
              <Checkbox
                key={part}
                size="xs"
                label={partName(part)}
                checked={!without.includes(part)}
                onChange={() =>
                  setWithout(before => (before.includes(part) ? before.filter(one => one !== part) : [...before, part]))
                }
              />
            ))}
          </Stack>
        )}
      </Stack>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        {can('workspace.transfer') && (
          <Button
            disabled={chosen.length === 0 || obstacles.length > 0 || !read.data}
            loading={accept.isPending}
            onClick={send}
          >
            {lockOut ? t('Accept anyway') : t('Accept baseline')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
