import { readerSettings } from '@claviger/contract/keys/reader-settings'
import type { ReaderSettings } from '@claviger/contract/keys/reader-settings'
import { Button, NativeSelect, NumberInput, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { Bench } from './Bench.tsx'

function Settings({ now, save, busy }: { now: ReaderSettings; save: (to: ReaderSettings) => void; busy: boolean }) {
  const { can } = useSession()
  const [to, setTo] = useState(now)
  const write = can('workspace.write')
  const same = to.format === now.format && to.reversed === now.reversed && to.dropped === now.dropped
  return (
    <Card title={t('Card number format')}>
      <Stack
        component="form"
        gap={16}
        onSubmit={event => {
          event.preventDefault()
          save(to)
        }}
      >
        {!write && (
          <Notice>{t('Your role can view these settings. An owner or administrator can change them.')}</Notice>
        )}
        <NativeSelect
          label={t('Format')}
          disabled={!write}
          value={to.format}
          data={[
            { value: 'none', label: t('Detect automatically (digits only = decimal)') },
            { value: 'dec', label: t('Decimal') },
            { value: 'hex', label: t('Hexadecimal') },
          ]}
          onChange={event => setTo({ ...to, format: event.currentTarget.value as ReaderSettings['format'] })}
        />
        <Switch
          size="xs"
          withThumbIndicator={false}
          disabled={!write}
          label={t('Bytes reversed')}
          description={t('The reader outputs the last byte first')}
          checked={to.reversed}
          onChange={event => setTo({ ...to, reversed: event.currentTarget.checked })}
        />
        <NumberInput
          label={t('Digits to skip at the start')}
          description={t('The number of digits in the facility code, from 0 to 10')}
          disabled={!write}
          min={0}
          max={10}
          allowDecimal={false}
          hideControls
          value={to.dropped}
          onChange={value => setTo({ ...to, dropped: Math.min(10, Math.max(0, Number(value) || 0)) })}
        />
        {write && (
          <div>
            <Button type="submit" loading={busy} disabled={same}>
              {t('Save changes')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

export default function ReadersPage() {
  const now = useRead(readerSettings.get, {})
  const save = useWrite(readerSettings.change, { done: () => toast('success', t('Reader settings saved')) })
  return (
    <>
      <PageHead
        title={t('Card readers')}
        under={t(
          'Readers output the same card number in different formats. Set the format your readers use, so that every card is recognized.',
        )}
      />
      <Waiting on={now} what={t('the settings')}>
        {now.data && (
          <Stack gap={16} maw={960}>
            <Settings
              key={JSON.stringify(now.data)}
              now={now.data}
              save={to => save.mutate(to)}
              busy={save.isPending}
            />
            <Bench save={to => save.mutateAsync(to)} />
          </Stack>
        )}
      </Waiting>
    </>
  )
}
