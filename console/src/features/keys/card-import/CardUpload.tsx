import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../ground/data/call.ts'
import type { Refusal } from '../../../ground/data/refusal.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from '../../work/imports/import.module.css'

/** Takes a file, or a list typed or pasted in its place. */
export function CardUpload({ uploaded }: { uploaded: (of: CardImport) => void }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [list, setList] = useState('')
  const send = async (sending: Promise<CardImport>) => {
    setBusy(true)
    setFault(null)
    try {
      uploaded(await sending)
    } catch (refusal) {
      setFault((refusal as Refusal).message)
    } finally {
      setBusy(false)
    }
  }
  const take = (file: File | null) =>
    file && void send(call(cardImport.upload, { fileName: file.name.slice(0, 200) }, { file, quiet: true }))
  const takeList = () => void send(call(cardImport.upload, { fileName: t('Pasted list'), csv: list }, { quiet: true }))
  return (
    <div className={classes.upload}>
      {fault !== null && <Notice level="error">{fault}</Notice>}
      <div className={classes.drop}>
        <IconFileUpload size={32} stroke={1.5} aria-hidden />
        <p>
          <b>{t('A file of cards and their users')}</b>
        </p>
        <FileButton onChange={take} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {props => (
            <Button {...props} loading={busy}>
              {t('Choose a file…')}
            </Button>
          )}
        </FileButton>
        <p className={classes.small}>
          {t(
            'Any delimiter, UTF-8 or UTF-16, up to 100,000 rows. The first row names the columns: the card number, and the User ID, email or Employee ID of its user.',
          )}
        </p>
      </div>
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
