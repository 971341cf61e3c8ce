import { cardOfFile, decimalOfCard, usualReading } from '@claviger/contract/keys/card-numbers'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { NativeSelect } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import type { MappingOptions } from '#features/work/imports/import-kind.ts'

export function CardNumbers({ rows, mapping, value, choose }: MappingOptions) {
  const reading = useRead(readerSettings.get, {})
  const format = value['cardFormat'] as CardFileFormat
  const cardAt = mapping.findIndex(column => fieldsOfColumn(column).includes('cardId'))
  const samples = rows.map(row => row.cells[cardAt]?.trim() ?? '').filter(Boolean)
  const readings = samples.map(text => {
    const card = cardOfFile(text, format, reading.data ?? usualReading)
    return card === undefined
      ? t('“{text}” is not a card number', { text })
      : t('“{text}” is the card {card}, decimal {decimal}', { text, card, decimal: decimalOfCard(card) })
  })
  return (
    <NativeSelect
      label={t('Card number format in the file')}
      description={readings.join('; ')}
      value={format}
      data={[
        { value: 'as-read', label: t('Same as the workspace’s card readers') },
        { value: 'decimal', label: t('Decimal') },
        { value: 'hex', label: t('Hexadecimal') },
        { value: 'hex-reversed', label: t('Hexadecimal, bytes reversed') },
      ]}
      onChange={event => choose({ cardFormat: event.currentTarget.value })}
    />
  )
}
