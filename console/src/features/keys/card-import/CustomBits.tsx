import { BitFormat, type CustomLayout } from '@claviger/contract/keys/card-bits'
import { Button, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

const labels: Record<keyof CustomLayout, string> = {
  bits: msg('Bits of the card'),
  facilityStart: msg('First bit of the facility code'),
  facilityBits: msg('Bits of the facility code'),
  numberStart: msg('First bit of the card number'),
  numberBits: msg('Bits of the card number'),
}
const usual: CustomLayout = { bits: 40, facilityStart: 0, facilityBits: 16, numberStart: 16, numberBits: 24 }

/** A bit layout of the manufacturer's data sheet, for cards that follow none of the usual ones. */
export function CustomBits({
  value,
  choose,
}: {
  value: BitFormat | undefined
  choose: (to: BitFormat | undefined) => void
}) {
  const [layout, setLayout] = useState(usual)
  const whole = (custom: CustomLayout) =>
    BitFormat.safeParse({ layout: 'custom', custom, sent: 'whole', reversed: false })
  const change = (to: Partial<CustomLayout>) => {
    const next = { ...layout, ...to }
    setLayout(next)
    choose(whole(next).data)
  }
  if (value === undefined && layout === usual)
    return (
      <div>
        <Button variant="default" onClick={() => change({ ...usual })}>
          {t('Enter other bits')}
        </Button>
      </div>
    )
  const fault = whole(layout).error?.issues[0]?.message
  return (
    <Grid component="fieldset" columns={180} gap={14}>
      <legend>{t('Bits of the card, counted from 0')}</legend>
      {(Object.keys(labels) as (keyof CustomLayout)[]).map(name => (
        <NumberInput
          key={name}
          label={t(labels[name])}
          min={0}
          max={128}
          allowDecimal={false}
          value={layout[name]}
          onChange={number => change({ [name]: Number(number) })}
        />
      ))}
      {fault !== undefined && <Notice level="warning">{t(fault)}</Notice>}
    </Grid>
  )
}
