import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

/** Copies a value and says so. */
export function Copy({ value, what }: { value: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <>
      <ActionIcon size="sm" aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={() => void copy()}>
        {copied ? <IconCheck size={14} stroke={1.8} /> : <IconCopy size={14} stroke={1.8} />}
      </ActionIcon>
      <span className="cv-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
