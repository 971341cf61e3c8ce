import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { count } from '#platform/text/formats.ts'
import { Sparkline } from './Sparkline.tsx'
import classes from './tile.module.css'

export interface TileProps {
  label: string
  /** Undefined while loading and after an error. */
  value: number | undefined
  failed: boolean
  under: ReactNode
  trend?: readonly number[] | undefined
  /** The list of what is counted. */
  to?: string | undefined
}

export function Tile({ label, value, failed, under, trend, to }: TileProps) {
  return (
    <Box px={16} py={12} className={`cv-box ${classes.tile}`}>
      <h2 className="cv-quiet">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="cv-quiet">
            {label}
          </Link>
        )}
      </h2>
      <Group gap={12} justify="space-between" wrap="nowrap">
        <Box component="strong" fz={24} lh="32px" className="cv-number">
          {value === undefined ? '—' : count(value)}
        </Box>
        {trend && <Sparkline values={trend} />}
      </Group>
      <p className="cv-small">{failed ? t("Couldn't load") : value === undefined ? '' : under}</p>
    </Box>
  )
}

export const Tiles = ({ children }: { children: ReactNode }) => <div className={classes.tiles}>{children}</div>
