import { printedOfCard } from '@claviger/contract/keys/card-bits'
import { decimalOfCard, reversedCard } from '@claviger/contract/keys/card-text'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import classes from './passport.module.css'

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
    <div className={classes.part}>
      <p className={classes.partHead}>
        <span>{t('Card number')}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => setTesting(true)}>
          {t('Test on a reader')}
        </Button>
      </p>
      <dl className={classes.numbers}>
        {forms.map(([label, shown, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="cv-mono">
              {shown} {value !== undefined && <Copy value={value} what={label} />}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense>{testing && <TestCard keyId={keyId} close={() => setTesting(false)} />}</Suspense>
    </div>
  )
}
