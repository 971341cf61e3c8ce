import { Button, FileButton } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { Refusal } from '../../../ground/data/refusal.ts'
import { t } from '../../../ground/text/text.ts'
import { download } from '../../../ground/ui/list/exportRows.ts'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './import.module.css'

/** Sends what an import is made of, and says why it was refused. */
export function useSending<Of>(uploaded: (of: Of) => void) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const send = async (sending: Promise<Of>) => {
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
  return { busy, fault, send }
}

// Spreadsheets know by its first character that a file is no older one
const sampleOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\r\n')}\r\n`

interface FileDropProps {
  /** What kind of file. */
  title: string
  busy: boolean
  fault: string | null
  take: (file: File) => void
  /** A file as it should be, its first row the names of the columns. */
  sample: { name: string; rows: readonly (readonly string[])[] }
  /** What may stand in it. */
  children: ReactNode
}

/** Takes the file, by drop or by choice. */
export function FileDrop({ title, busy, fault, take, sample, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  const given = (file: File | null | undefined) => {
    if (file) take(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    given(event.dataTransfer.files[0])
  }
  return (
    <>
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
          <b>{title}</b>
        </p>
        <FileButton onChange={given} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {props => (
            <Button {...props} loading={busy}>
              {t('Choose a file…')}
            </Button>
          )}
        </FileButton>
        <p className={classes.small}>{children}</p>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => download(sample.name, 'text/csv', sampleOf(sample.rows))}
        >
          {t('Download a sample file')}
        </Button>
      </div>
    </>
  )
}
