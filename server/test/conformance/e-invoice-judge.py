"""Checks e-invoices, a JSON list of XML documents, against the published schema and rules of EN 16931 (Factur-X).

Writes for each document the list of what is wrong, as JSON.
"""

import json
import pathlib
import sys
from importlib.util import find_spec

from lxml import etree
from saxonche import PySaxonProcessor

RULES = pathlib.Path(find_spec("facturx").origin).parent / "xsd_and_schematron" / "facturx-en16931"
SVRL = {"svrl": "http://purl.oclc.org/dsdl/svrl"}


def schema_errors(schema, document):
    schema.validate(etree.fromstring(document.encode()))
    return [f"schema: {error.message}" for error in schema.error_log]


def broken_rules(saxon, rules, document):
    report = rules.transform_to_string(xdm_node=saxon.parse_xml(xml_text=document))
    failed = etree.fromstring(report.encode()).iterfind(".//svrl:failed-assert", SVRL)
    return [f"{one.get('id')}: {' '.join(one.itertext()).strip()}" for one in failed]


with PySaxonProcessor(license=False) as saxon:
    schema = etree.XMLSchema(etree.parse(str(RULES / "Factur-X_EN16931.xsd")))
    rules = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(RULES / "FACTUR-X_EN16931.xslt"))
    documents = json.load(sys.stdin)
    json.dump([schema_errors(schema, one) + broken_rules(saxon, rules, one) for one in documents], sys.stdout)
