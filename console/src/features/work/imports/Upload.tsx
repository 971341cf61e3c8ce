import { lastHeaderRow } from '@claviger/contract/work/imports'
import { Button, FileButton, Menu, NumberInput, Stack, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { call } from '#platform/data/call.ts'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { download } from '#platform/ui/list/exportRows.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { FileImport, ImportKind } from './import-kind.ts'
import classes from './import.module.css'

// The byte order mark tells spreadsheets that the file is UTF-8
const sampleOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\r\n')}\r\n`

interface DropProps {
  file: ImportKind['file']
  busy: boolean
  take: (file: File) => void
}

function Drop({ file, busy, take }: DropProps) {
  const [over, setOver] = useState(false)
  const given = (one: File | null | undefined) => {
    if (one) take(one)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    given(event.dataTransfer.files[0])
  }
  const save = (name: string, rows: readonly (readonly string[])[]) => download(name, 'text/csv', sampleOf(rows))
  const offer = () => {
    const { name, rows } = file.sample()
    save(name, rows)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside
    <Stack
      className={`${classes.drop ?? ''} cv-quiet`}
      gap={10}
      align="center"
      w="100%"
      ta="center"
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
        <b>{t(file.title)}</b>
      </p>
      <FileButton onChange={given} accept=".csv,.txt,.tsv,text/csv,text/plain">
        {props => (
          <Button {...props} loading={busy} autoFocus>
            {t('Choose file…')}
          </Button>
        )}
      </FileButton>
      <p className="cv-muted">{file.about()}</p>
      <Button variant="subtle" leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />} onClick={offer}>
        {t('Download a sample file')}
      </Button>
      {file.templates && (
        <Menu>
          <Menu.Target>
            <Button variant="subtle" leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}>
              {t('Download a template…')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {file.templates.map(({ product, file: name, rows }) => (
              <Menu.Item key={name} onClick={() => save(name, rows)}>
                {product}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  )
}

export function Upload({ kind, uploaded }: { kind: ImportKind; uploaded: (of: FileImport) => void }) {
  const { calls, file } = kind
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [list, setList] = useState('')
  const [headerRow, setHeaderRow] = useState(1)
  const [offered, setOffered] = useState<Blob | null>(null)
  const send = async (sending: Promise<FileImport>, bytes: Blob) => {
    setBusy(true)
    setFault(null)
    setOffered(null)
    try {
      uploaded(await sending)
    } catch (refusal) {
      const { code, message } = refusal as CallError
      setFault(message)
      if (code === 'file-encoding') setOffered(bytes)
    } finally {
      setBusy(false)
    }
  }
  const [name, setName] = useState('')
  const take = (one: Blob, fileName: string, encoding?: 'windows-1252') => {
    setName(fileName)
    const chosen = { fileName: fileName.slice(0, 200), headerRow, ...(encoding && { encoding }) }
    void send(call(calls.upload, chosen, { file: one, quiet: true }), one)
  }
  const takeList = () => take(new Blob([list]), t('Pasted list'))
  return (
    <Stack gap={12} align="flex-start">
      {fault !== null && <Notice level={offered ? 'warning' : 'error'}>{fault}</Notice>}
      {offered && (
        <Button loading={busy} onClick={() => take(offered, name, 'windows-1252')}>
          {t('Read as Windows-1252')}
        </Button>
      )}
      <Drop file={file} busy={busy} take={one => take(one, one.name)} />
      <NumberInput
        label={t('Row with the column names')}
        description={t('Rows above it, such as a title, are left out.')}
        min={1}
        max={lastHeaderRow}
        allowDecimal={false}
        w={260}
        value={headerRow}
        onChange={value => setHeaderRow(Number(value) || 1)}
      />
      {file.list !== undefined && (
        <>
          <Textarea
            label={t('Or paste a list')}
            description={t(file.list)}
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
        </>
      )}
      <p className="cv-muted">{t(file.note)}</p>
    </Stack>
  )
}
