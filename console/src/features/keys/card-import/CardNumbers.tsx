import type { BitFormat } from '@claviger/contract/keys/card-bits'
import { cardImport, type CardFormatMatch } from '@claviger/contract/keys/card-import'
import { cardOfFile, decimalOfCard, usualReading } from '@claviger/contract/keys/card-numbers'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { MappingOptions } from '#features/work/imports/import-kind.ts'
import { listenForCards } from '../key-activation/card-listener.ts'
import { CustomBits } from './CustomBits.tsx'
import { bitFormatInWords } from './bit-formats.ts'

const formats = (): { value: CardFileFormat; label: string }[] => [
  { value: 'as-read', label: t("Same as the workspace's card readers") },
  { value: 'decimal', label: t('Decimal') },
  { value: 'hex', label: t('Hexadecimal') },
  { value: 'hex-reversed', label: t('Hexadecimal, bytes reversed') },
  { value: 'facility', label: t('Facility code and card number') },
]

function Readings({ rows, mapping, value }: MappingOptions) {
  const reading = useRead(readerSettings.get, {})
  const format = value['cardFormat'] as CardFileFormat
  const cardAt = mapping.findIndex(column => fieldsOfColumn(column).includes('cardId'))
  if (format === 'facility') return null
  const samples = rows.map(row => row.cells[cardAt]?.trim() ?? '').filter(Boolean)
  const readings = samples.map(text => {
    const card = cardOfFile(text, format, reading.data ?? usualReading)
    return card === undefined
      ? t('“{text}” is not a card number', { text })
      : t('“{text}” is the card {card}, decimal {decimal}', { text, card, decimal: decimalOfCard(card) })
  })
  return <>{readings.join('; ')}</>
}

/** What a tapped card of the file shows of the format. */
function Found({ of, choose }: { of: CardFormatMatch; choose: () => void }) {
  const [format] = formats().filter(one => one.value === of.cardFormat)
  return (
    <Stack component="li" className="cv-wrap" gap={10} align="flex-start">
      <p>
        {t('Row {row} ({cells}): {format}', {
          row: of.row,
          cells: of.cells.filter(Boolean).join(' · '),
          format: of.bitFormat ? bitFormatInWords(of.bitFormat) : (format?.label ?? ''),
        })}
      </p>
      <Button variant="default" onClick={choose}>
        {t('Use this format')}
      </Button>
    </Stack>
  )
}

function Tap(given: MappingOptions) {
  const { id, mapping, value, choose } = given
  const [cardId, setCardId] = useState('')
  const [custom, setCustom] = useState<BitFormat>()
  const { mutate, data, isPending, error, reset } = useWrite(cardImport.findFormat, { quiet: true })
  const bitFormat = value['bitFormat'] as BitFormat | undefined
  const confirmed = value['cardFormat'] === 'facility' && bitFormat !== undefined
  useEffect(
    () =>
      listenForCards(number => {
        setCardId(number)
        mutate({ id, mapping: [...mapping], cardId: number, ...(custom && { bitFormat: custom }) })
      }),
    [mutate, id, mapping, custom],
  )
  return (
    <Card title={t('Confirm the format with a card')}>
      <Stack gap={14}>
        <Stack
          component="form"
          gap={14}
          onSubmit={event => {
            event.preventDefault()
            if (cardId.trim() !== '')
              mutate({ id, mapping: [...mapping], cardId, ...(custom && { bitFormat: custom }) })
          }}
        >
          <p id="tap-help">
            {t('Hold any card of this file to your reader. The server finds its row and the format of all rows.')}
          </p>
          <div className="cv-with-button">
            <TextInput
              label={t('Tap a card of this file')}
              aria-describedby="tap-help"
              value={cardId}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={event => setCardId(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={isPending}>
              {t('Find card')}
            </Button>
          </div>
          <CustomBits value={custom} choose={setCustom} />
        </Stack>
        {error && <Notice level="error">{error.message}</Notice>}
        {data?.matches.length === 0 && (
          <Notice level="warning">
            {t(
              'This card is not in the file in any of the usual formats. Check the columns, tap another card, or enter the bits of the card.',
            )}
          </Notice>
        )}
        {data && data.matches.length > 0 && (
          <Stack component="ul" gap={14} aria-label={t('Possible formats')} aria-live="polite">
            {data.matches.map(match => (
              <Found
                key={JSON.stringify([match.cardFormat, match.bitFormat])}
                of={match}
                choose={() => {
                  choose({
                    cardFormat: match.cardFormat,
                    ...(match.bitFormat && { bitFormat: match.bitFormat, tapped: cardId }),
                  })
                  reset()
                }}
              />
            ))}
          </Stack>
        )}
        {confirmed && <Notice>{t('Confirmed with a card: {format}', { format: bitFormatInWords(bitFormat) })}</Notice>}
      </Stack>
    </Card>
  )
}

export function CardNumbers(given: MappingOptions) {
  return (
    <>
      <NativeSelect
        label={t('Card number format in the file')}
        description={<Readings {...given} />}
        value={given.value['cardFormat'] as CardFileFormat}
        data={formats()}
        onChange={event => given.choose({ cardFormat: event.currentTarget.value })}
      />
      <Tap {...given} />
    </>
  )
}
