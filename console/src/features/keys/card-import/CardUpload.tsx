import { cardFieldNames, cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../ground/data/call.ts'
import { t } from '../../../ground/text/text.ts'
import { FileDrop, useSending } from '../../work/imports/FileDrop.tsx'
import classes from '../../work/imports/import.module.css'

const samples = [
  ['04A1B2C3D4E5F6', 'ada.fern@example.com'],
  ['04A1B2C3D4E5F7', 'ben.ash@example.com'],
]

/** Takes a file, or a list typed or pasted in its place. */
export function CardUpload({ uploaded }: { uploaded: (of: CardImport) => void }) {
  const { busy, fault, send } = useSending(uploaded)
  const [list, setList] = useState('')
  const take = (file: File) =>
    void send(call(cardImport.upload, { fileName: file.name.slice(0, 200) }, { file, quiet: true }))
  const takeList = () => void send(call(cardImport.upload, { fileName: t('Pasted list'), csv: list }, { quiet: true }))
  return (
    <div className={classes.upload}>
      <FileDrop
        title={t('Drop a file of cards and their users here')}
        busy={busy}
        fault={fault}
        take={take}
        sample={{
          name: 'cards.csv',
          rows: [[t(cardFieldNames.cardId), t(cardFieldNames.userId)], ...samples],
        }}
      >
        {t(
          'Any delimiter, UTF-8 or UTF-16, up to 100,000 rows. The first row names the columns: the card number, and the User ID, email or Employee ID of its user.',
        )}
      </FileDrop>
      <Textarea
        label={t('Or paste a list')}
        description={t('With the names of the columns in the first line, as “Card number;User ID”.')}
        autosize
        minRows={3}
        maxRows={12}
        w="100%"
        spellCheck={false}
        value={list}
        onChange={event => setList(event.currentTarget.value)}
      />
      <Button variant="default" disabled={list.trim() === ''} loading={busy} onClick={takeList}>
        {t('Use this list')}
      </Button>
      <p className={classes.small}>{t('Nothing is assigned before you have seen what would happen to each row.')}</p>
    </div>
  )
}
