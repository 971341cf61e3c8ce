import { Group } from '@mantine/core'
import { Copy } from './Copy.tsx'
import classes from './bits.module.css'

export function Value({ of, what }: { of: string; what: string }) {
  return (
    <Group gap={8} p={12} align="start" wrap="nowrap" className="cv-panel">
      <code className={`cv-wrap ${classes.value}`}>{of}</code>
      <Copy value={of} what={what} />
    </Group>
  )
}
