-- room: governance/branding
-- How a partner appears in the workspaces of its customers and in their emails. Its logo is the icon of its own workspace.
create table partner_brands (
  workspace_id uuid primary key references workspaces on delete cascade,
  color text check (color ~ '^#[0-9a-f]{6}$'),
  support_email text check (length(support_email) <= 254)
);
call guard_tenant('partner_brands');

-- A partner with its brand, as its customers see it. Strict: for a workspace without a partner, nothing is looked up.
create function partner_brand(partner uuid) returns jsonb
  language sql stable strict security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'digest', i.digest, 'color', b.color, 'supportEmail', b.support_email)
  from workspaces p left join workspace_icons i on i.workspace_id = p.id left join partner_brands b on b.workspace_id = p.id
  where p.id = partner
$$;
alter function partner_brand owner to claviger_super;
