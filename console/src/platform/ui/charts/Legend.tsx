import { Box, Group } from '@mantine/core'

export interface Series {
  label: string
  color: string
}

export function Legend({ of, className = '', mb = 0 }: { of: readonly Series[]; className?: string; mb?: number }) {
  return (
    <Group component="ul" gap="0 14px" fz={12} mb={mb} className={`cv-quiet ${className}`}>
      {of.map(({ label, color }) => (
        <li key={label} className="cv-line">
          <Box component="span" flex="none" w={9} h={9} bdrs={2} bg={color} />
          {label}
        </li>
      ))}
    </Group>
  )
}
