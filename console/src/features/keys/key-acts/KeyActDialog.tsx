import { type KeyAct, keyActCalls, type KeySelection, type PinResetMethod } from '@claviger/contract/keys/key-acts'
import { verifications } from '@claviger/contract/keys/token-policies'
import type { Run } from '@claviger/contract/work/runs'
import { Button, Group, Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { KeyPreview } from './KeyPreview.tsx'
import { PinWaysOfMany } from './PinWays.tsx'
import { Running } from '#features/work/runs/Running.tsx'
import { usesWithoutPinText } from '../key-labels.ts'
import { keyRuns, keyWordsOf } from './key-run-labels.ts'

const calls = {
  suspend: keyActCalls.suspend,
  activate: keyActCalls.activate,
  unblock: keyActCalls.unblock,
  delete: keyActCalls.remove,
  'offline-on': keyActCalls.offline,
  'offline-off': keyActCalls.offline,
  verification: keyActCalls.verification,
  'reset-pin': keyActCalls.resetPins,
} as const

const { pinless, pin } = verifications
const forCards = () => [
  { value: pin, label: t('Access cards: with a PIN') },
  { value: pinless, label: t('Access cards: without a PIN') },
]

export interface KeyActDialogProps {
  act: KeyAct
  selection: KeySelection
  chosen: number
  close: () => void
  begun: () => void
}

export default function KeyActDialog({ act, selection, chosen, close, begun }: KeyActDialogProps) {
  const [verification, setVerification] = useState<number | null>(null)
  const [pins, setPins] = useState<PinResetMethod>('later')
  const [run, setRun] = useState<Run | null>(null)
  const ready = act !== 'verification' || verification !== null
  const input = {
    ...selection,
    ...(act === 'verification' && verification !== null ? { verification, pins } : {}),
    ...(act === 'reset-pin' ? { pins } : {}),
    ...(act === 'offline-on' || act === 'offline-off' ? { offline: act === 'offline-on' } : {}),
  }
  const { offline: _offline, ...asked } = input as typeof input & { offline?: boolean }
  const preview = useRead(keyActCalls.preview, { act, ...asked } as never, {
    when: ready && run === null,
    quiet: true,
    fresh: 0,
  })
  const start = useWrite<typeof keyActCalls.suspend.input, typeof keyActCalls.suspend.reply>(calls[act], {
    done: setRun,
  })
  const { verb, act: ask, danger } = keyWordsOf(act)
  if (run)
    return (
      <Running
        of={keyRuns}
        run={run}
        close={() => {
          begun()
          close()
        }}
      />
    )
  const able = preview.data?.able ?? 0
  const undoable = act !== 'delete' && act !== 'unblock' && act !== 'reset-pin'
  return (
    <Dialog open title={t('{act}?', { act: t(ask, { count: chosen }) })} close={close}>
      {act === 'verification' && (
        <Stack className="cv-linked" gap={16}>
          <Radio.Group
            label={t('Verification of key holders')}
            value={verification === null ? '' : String(verification)}
            onChange={value => setVerification(Number(value))}
          >
            <Stack gap={8} mt={8}>
              {forCards().map(({ value, label }) => (
                <Radio key={label} size="xs" value={String(value)} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          {verification === pin && <PinWaysOfMany label={t('Keys without a PIN')} value={pins} change={setPins} />}
          {verification === pinless && (
            <Group
              component="p"
              className="cv-box cv-warn"
              gap={10}
              align="flex-start"
              wrap="nowrap"
              p="10px 12px"
              role="alert"
            >
              <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
              {t(
                'Without a PIN, anyone who finds a card can sign in with it. Use this only if a second check follows.',
              )}{' '}
              {usesWithoutPinText()}
            </Group>
          )}
        </Stack>
      )}
      {act === 'reset-pin' && <PinWaysOfMany label={t('New PIN')} value={pins} change={setPins} />}
      {ready && (
        <Waiting on={preview} what={t('the preview')}>
          {preview.data && <KeyPreview act={act} of={preview.data} />}
        </Waiting>
      )}
      {ready && (
        <Group component="p" className="cv-muted" gap={8} mt={12}>
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
          {undoable ? t('You can undo this for 30 minutes.') : t("You can't undo this.")}
        </Group>
      )}
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={start.isPending}>
          {t('Cancel')}
        </Button>
        <Button
          {...(danger || verification === pinless ? { color: 'red' } : {})}
          disabled={!ready || able === 0}
          loading={start.isPending}
          onClick={() => start.mutate(input)}
        >
          {able === 0 ? t(verb) : t(ask, { count: able })}
        </Button>
      </div>
    </Dialog>
  )
}
