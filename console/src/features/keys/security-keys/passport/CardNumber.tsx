import { printedOfCard } from '@claviger/contract/keys/card-bits'
import { decimalOfCard, reversedCard } from '@claviger/contract/keys/card-text'
import { Box, Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'

const TestCard = lazy(() => import('./TestCard.tsx'))

const spaced = (hex: string) => hex.match(/../g)?.join(' ') ?? hex

/** The number of a card in each form in which readers and other systems show it. */
export function CardNumber({ card, keyId }: { card: string; keyId: string }) {
  const [testing, setTesting] = useState(false)
  const printed = printedOfCard(card, { layout: '26', sent: 'data', reversed: false })
  const forms = [
    [t('Hex, stored'), spaced(card), card],
    [t('Decimal'), decimalOfCard(card), decimalOfCard(card)],
    [t('Hex, reversed'), spaced(reversedCard(card)), reversedCard(card)],
    [t('Decimal, reversed'), decimalOfCard(reversedCard(card)), decimalOfCard(reversedCard(card))],
    ...(printed ? [[t('Facility, number'), `${printed.facility} · ${printed.number}`, undefined] as const] : []),
  ] as const
  return (
    <Box p="10px 20px 14px">
      <Group component="p" className="cv-small" gap="4px 12px" justify="space-between" mih={24} mb={6}>
        <span>{t('Card number')}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => setTesting(true)}>
          {t('Test on a reader')}
        </Button>
      </Group>
      <Grid component="dl" columns="minmax(0, 1fr) minmax(0, 1fr)" gap="4px 24px">
        {forms.map(([label, shown, value]) => (
          <div key={label}>
            <dt className="cv-small">{label}</dt>
            <Box component="dd" className="cv-mono cv-wrap" fz={12}>
              {shown} {value !== undefined && <Copy value={value} what={label} />}
            </Box>
          </div>
        ))}
      </Grid>
      <Suspense>{testing && <TestCard keyId={keyId} close={() => setTesting(false)} />}</Suspense>
    </Box>
  )
}
