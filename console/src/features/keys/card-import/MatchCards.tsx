import { cardFieldNames, cardFields, cardImport, cardOwnerFields } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { cardOfFile, decimalOfCard, usualReading } from '@claviger/contract/keys/card-numbers'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { ColumnTable } from '../../work/imports/ColumnTable.tsx'
import classes from '../../work/imports/import.module.css'

/** Which column means what and how the numbers are written; what the server proposes is shown and can be changed. */
export function MatchCards({ of, discard, done }: { of: CardImport; discard: () => void; done: () => void }) {
  const [mapping, setMapping] = useState<readonly string[]>(of.mapping)
  const [format, setFormat] = useState<CardFileFormat>(of.cardFormat)
  const rows = useRead(cardImport.rows, { id: of.id, pageSize: 3 })
  const reading = useRead(readerSettings.get, {})
  const review = useWrite(cardImport.map, { done })
  const items = rows.data?.items ?? []
  const chosen = mapping.flatMap(fieldsOfColumn)
  const cardAt = mapping.findIndex(column => fieldsOfColumn(column).includes('cardId'))
  const samples = cardAt < 0 ? [] : items.map(row => row.cells[cardAt]?.trim() ?? '').filter(Boolean)
  const twice = cardFields.find(field => chosen.filter(one => one === field).length > 1)
  const noUser = !cardOwnerFields.some(field => chosen.includes(field))
  const readings = samples.map(text => {
    const card = cardOfFile(text, format, reading.data ?? usualReading)
    return card === undefined
      ? t('“{text}” is no number of a card', { text })
      : t('“{text}” is the card {card}, decimal {decimal}', { text, card, decimal: decimalOfCard(card) })
  })
  return (
    <>
      <ColumnTable
        headers={of.headers}
        rows={items}
        fields={cardFields.map(field => ({ value: field, label: t(cardFieldNames[field]) }))}
        mapping={mapping}
        choose={setMapping}
      />
      <NativeSelect
        label={t('How the file writes card numbers')}
        description={readings.join('; ')}
        value={format}
        data={[
          { value: 'as-read', label: t('As the readers of the workspace type them') },
          { value: 'decimal', label: t('Decimal') },
          { value: 'hex', label: t('Hexadecimal') },
          { value: 'hex-reversed', label: t('Hexadecimal, bytes reversed') },
        ]}
        onChange={event => setFormat(event.currentTarget.value as CardFileFormat)}
      />
      {cardAt < 0 && (
        <Notice level="warning">{t('Choose the column of: {fields}', { fields: t(cardFieldNames.cardId) })}</Notice>
      )}
      {noUser && (
        <Notice level="warning">{t('Choose the column that names the user: User ID, email or Employee ID')}</Notice>
      )}
      {twice && (
        <Notice level="warning">{t('Two columns are matched to {field}.', { field: t(cardFieldNames[twice]) })}</Notice>
      )}
      <div className={classes.foot} data-foot>
        <p>{t('Nothing is assigned yet. The choice is remembered for the next file with these columns.')}</p>
        <Button variant="default" onClick={discard}>
          {t('Back')}
        </Button>
        <Button
          loading={review.isPending}
          disabled={cardAt < 0 || noUser || twice !== undefined}
          onClick={() => review.mutate({ id: of.id, mapping: [...mapping], cardFormat: format })}
        >
          {t('Review rows')}
        </Button>
      </div>
    </>
  )
}
