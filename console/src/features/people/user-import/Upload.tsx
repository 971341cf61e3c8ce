import { importFieldNames, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { Button, FileButton } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { call } from '../../../ground/data/call.ts'
import type { Refusal } from '../../../ground/data/refusal.ts'
import { t } from '../../../ground/text/text.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from '../../work/imports/import.module.css'

/** Sends a file as it is; the server finds out what it is. */
const sendFile = (kind: UserImport['kind'], file: File): Promise<UserImport> =>
  call(
    kind === 'users' ? userImport.upload : userImport.removeByCsv,
    { fileName: file.name.slice(0, 200) },
    { file, quiet: true },
  )

/** Takes the file, by drop or by choice. */
export function Upload({ kind, uploaded }: { kind: UserImport['kind']; uploaded: (of: UserImport) => void }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | null | undefined) => {
    if (!file) return
    setBusy(true)
    setFault(null)
    try {
      uploaded(await sendFile(kind, file))
    } catch (refusal) {
      setFault((refusal as Refusal).message)
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const needed = neededFields[kind].map(field => t(importFieldNames[field])).join(', ')
  return (
    <div className={classes.upload}>
      {fault !== null && <Notice level="error">{fault}</Notice>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={32} stroke={1.5} aria-hidden />
        <p>
          <b>{t('Drop a CSV file here')}</b>
        </p>
        <FileButton onChange={file => void take(file)} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {props => (
            <Button {...props} loading={busy}>
              {t('Choose a file…')}
            </Button>
          )}
        </FileButton>
        <p className={classes.small}>
          {t(
            'Any delimiter, UTF-8 or UTF-16, up to 100,000 rows and 64 MB. The first row names the columns. Needed: {needed}.',
            { needed },
          )}
        </p>
      </div>
      <p className={classes.small}>
        {kind === 'users'
          ? t(
              'Users whose User ID is known are updated, the others are created. Nothing is written before you have seen what would happen.',
            )
          : t('Nothing is deleted before you have seen who it would be. Deleted users can come back for 30 days.')}
      </p>
    </div>
  )
}
