-- room: governance/branding
-- Appearance of a partner in its customers' workspaces and emails. The logo is the icon of the partner's own workspace.
create table partner_brands (
  workspace_id uuid primary key references workspaces on delete cascade,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  support_email text check (length(support_email) <= 254)
);
call guard_tenant('partner_brands');

-- Returns a partner's brand for its customers. Strict, so that workspaces without a partner cause no lookup.
create function partner_brand(partner uuid) returns jsonb
  language sql stable strict security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'digest', i.digest, 'color', b.color, 'supportEmail', b.support_email)
  from workspaces p left join workspace_icons i on i.workspace_id = p.id left join partner_brands b on b.workspace_id = p.id
  where p.id = partner
$$;
alter function partner_brand owner to claviger_super;
