import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'

export function Copy({ value, what }: { value: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  const word = t('Copy {what}', { what })
  return (
    <>
      <ActionIcon size="sm" aria-label={word} title={word} onClick={() => void copy()}>
        {copied ? <IconCheck size={14} stroke={1.8} /> : <IconCopy size={14} stroke={1.8} />}
      </ActionIcon>
      <span className="cv-hidden" role="status">
        {copied ? t('Copied') : ''}
      </span>
    </>
  )
}
