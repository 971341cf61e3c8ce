import { type Device, type deviceActs, devices, offlineLimits } from '@claviger/contract/keys/devices'
import { Button, NumberInput, Stack } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Dependents, useDependents } from '#features/people/dependents/Dependents.tsx'
import { Preview } from './Preview.tsx'

type Act = (typeof deviceActs)[number]

const wordsOf: Record<Act, (count: number) => string> = {
  remove: count => t('Remove {count, plural, one {# device} other {# devices}}', { count }),
  'offline-on': count => t('Allow offline use on {count, plural, one {# device} other {# devices}}', { count }),
  'offline-off': count => t('Block offline use on {count, plural, one {# device} other {# devices}}', { count }),
}

function Limit({
  label,
  value,
  set,
  of,
  focus = false,
}: {
  label: string
  value: number
  set: (value: number) => void
  of: { min: number; max: number }
  focus?: boolean
}) {
  return (
    <NumberInput
      size="sm"
      label={label}
      value={value}
      min={of.min}
      max={of.max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      onChange={next => typeof next === 'number' && set(next)}
      {...(focus ? { 'data-autofocus': true } : {})}
    />
  )
}

export default function DeviceAct({
  act,
  devices: chosen,
  close,
  done,
}: {
  act: Act
  devices: readonly Device[]
  close: () => void
  done: () => void
}) {
  const [uses, setUses] = useState(chosen[0]?.offlineUses ?? 10)
  const [hours, setHours] = useState(chosen[0]?.offlineHours ?? 72)
  const ids = chosen.map(({ id }) => id)
  const found = useDependents('device', ids, act === 'remove')
  const preview = useRead(devices.preview, { ids, act }, { quiet: true, fresh: 0 })
  const end = (said: string) => {
    toast('success', said)
    done()
    close()
  }
  const remove = useWrite(devices.removeMany, {
    done: ({ removed }) => end(t('{count, plural, one {# device} other {# devices}} removed', { count: removed })),
  })
  const offline = useWrite(devices.offline, {
    done: ({ changed }) => end(t('{count, plural, one {# device} other {# devices}} changed', { count: changed })),
  })
  const busy = remove.isPending || offline.isPending
  const able = preview.data === undefined ? 0 : preview.data.able + (act === 'offline-on' ? preview.data.already : 0)
  const start = () =>
    act === 'remove'
      ? remove.mutate({ ids, ...found.seen })
      : offline.mutate({ ids, hasOfflineAccess: act === 'offline-on', ...(act === 'offline-on' && { uses, hours }) })
  return (
    <Dialog open title={t('{act}?', { act: wordsOf[act](chosen.length) })} close={close}>
      <Stack gap={16}>
        {act === 'offline-on' && (
          <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12} align="start">
            <Limit label={t('Uses')} value={uses} set={setUses} of={offlineLimits.uses} focus />
            <Limit label={t('Period (hours)')} value={hours} set={setHours} of={offlineLimits.hours} />
          </Grid>
        )}
        <Waiting on={preview} what={t('the preview')}>
          {preview.data && <Preview act={act} of={preview.data} />}
        </Waiting>
        {act === 'remove' && <Dependents of={found} />}
      </Stack>
      <div className="cv-foot">
        <Button
          variant="default"
          {...(act === 'offline-on' ? {} : { 'data-autofocus': true })}
          onClick={close}
          disabled={busy}
        >
          {t('Cancel')}
        </Button>
        <Button {...(act === 'remove' ? { color: 'red' } : {})} disabled={able === 0} loading={busy} onClick={start}>
          {wordsOf[act](able)}
        </Button>
      </div>
    </Dialog>
  )
}
