// <push> and <load>.
#pragma once

#include "realizer/script/document.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/xml/xml.h"

namespace kine::script {

void read_push(const xml::Element& element, Document& document, KinesphereReading& reading);
void read_load(const xml::Element& element, Document& document, KinesphereReading& reading);

}  // namespace kine::script
