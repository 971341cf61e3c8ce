import { Box, Group, Stack } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import type { Share } from './Shares.tsx'

const radius = 52
const round = 2 * Math.PI * radius

export function Donut({ of, total, label }: { of: readonly Share[]; total: number; label: string }) {
  const shown = of.filter(share => share.value > 0)
  const gap = shown.length > 1 ? 2 : 0
  let begun = 0
  return (
    <Group gap="12px 8px" justify="center" mih={190}>
      <svg width="116" height="116" viewBox="0 0 124 124" role="img" aria-label={label}>
        <g transform="rotate(-90 62 62)" fill="none" strokeWidth="18">
          <circle cx="62" cy="62" r={radius} stroke="var(--cv-line)" />
          {shown.map(share => {
            const length = (share.value / total) * round
            const offset = -begun
            begun += length
            return (
              <circle
                key={share.label}
                cx="62"
                cy="62"
                r={radius}
                stroke={share.color}
                strokeDasharray={`${Math.max(length - gap, 1)} ${round}`}
                strokeDashoffset={offset}
              />
            )
          })}
        </g>
        <text x="62" y="68" textAnchor="middle" fill="var(--cv-text)" fontSize="18" fontWeight="600">
          {count(total)}
        </text>
      </svg>
      <Stack component="ul" gap={8} flex={1} miw={144}>
        {shown.map(share => (
          <li key={share.label} className="cv-line">
            <Box component="span" flex="none" w={9} h={9} bdrs={2} bg={share.color} />
            {share.label}
            <Box component="b" ms="auto" className="cv-number">
              {count(share.value)}
            </Box>
          </li>
        ))}
      </Stack>
    </Group>
  )
}
