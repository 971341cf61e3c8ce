import {
  canonicalCard,
  cardAsRead,
  type CardFormat,
  decimalOfCard,
  usualReading,
} from '@claviger/contract/keys/card-numbers'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import type { TypedCard } from '#features/people/users/Users.tsx'

export function CardNumber({
  value,
  change,
  fault,
}: {
  value: TypedCard
  change: (to: TypedCard) => void
  fault: string | undefined
}) {
  const format = value.cardFormat === '' ? undefined : (value.cardFormat as CardFormat)
  const readers = useRead(readerSettings.get, {}, { quiet: true, fresh: 60_000 }).data ?? usualReading
  const usual = readers.format === 'none' && !readers.reversed && readers.dropped === 0
  const card = format ? canonicalCard(value.cardId, format) : cardAsRead(value.cardId, readers)
  const [asked] = useDebouncedValue(card, 500)
  const owner = useRead(
    securityKeys.activatedCard,
    { cardId: asked ?? '', cardFormat: 'hex' },
    { when: asked !== undefined, quiet: true },
  )
  const taken =
    asked !== undefined && owner.data?.key
      ? t('{name} already has this card', { name: owner.data.key.owner.name })
      : null
  const help =
    card === undefined
      ? t('Tap the card on your reader, or type the number.')
      : t('Read as {card} (decimal: {decimal})', { card, decimal: decimalOfCard(card) })
  return (
    <>
      <TextInput
        label={t('Accesskey/Card ID')}
        description={help}
        value={value.cardId}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        error={taken ?? fault}
        onChange={event => change({ ...value, cardId: event.currentTarget.value })}
        // A reader ends the number with Enter, which must not submit the form before the number is checked
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <NativeSelect
        label={t('Reader format')}
        value={value.cardFormat}
        data={[
          {
            value: '',
            label: usual ? t('Detect automatically (digits only = decimal)') : t('Same as your card readers'),
          },
          { value: 'decimal', label: t('Decimal') },
          { value: 'hex', label: t('Hexadecimal') },
          { value: 'hex-reversed', label: t('Hexadecimal, bytes reversed') },
        ]}
        onChange={event => change({ ...value, cardFormat: event.currentTarget.value })}
      />
    </>
  )
}
