# report.html as one text: style, page logic and Vega inlined into html/page.html. Vega as Debian has it (libjs-vega) is
# a folder of UMD modules; those that the charts need are wrapped for the small loader in html/modules.js.
find_path(VEGA_MODULES vega-view.min.js PATHS /usr/share/javascript/vega REQUIRED NO_DEFAULT_PATH)
set(page_folder ${CMAKE_CURRENT_LIST_DIR}/html)

file(READ ${page_folder}/modules.js ORCHESTRATE_PAGE_VEGA)
# Each after those that it requires.
foreach(module util time format loader dataflow canvas scale scenegraph statistics event-selector expression selection
               functions encode runtime transforms view-transforms parser view interpreter)
  file(READ ${VEGA_MODULES}/vega-${module}.min.js module_text)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" module_text "${module_text}")
  string(APPEND ORCHESTRATE_PAGE_VEGA
    "\ndefineModule(\"vega-${module}\", (exports, module, require) => {\n${module_text}\n});")
endforeach()

# The page logic is plain ES modules, which a single file cannot import from one another: they become one, in order.
set(ORCHESTRATE_PAGE_LOGIC "")
foreach(module elements charts sections main)
  file(READ ${page_folder}/${module}.js module_text)
  string(REGEX REPLACE "import [^\n]*;\n" "" module_text "${module_text}")
  string(REGEX REPLACE "\nexport " "\n" module_text "${module_text}")
  string(APPEND ORCHESTRATE_PAGE_LOGIC "${module_text}\n")
endforeach()

foreach(text "${ORCHESTRATE_PAGE_VEGA}" "${ORCHESTRATE_PAGE_LOGIC}")
  string(TOLOWER "${text}" lower)
  if(lower MATCHES "</script")
    message(FATAL_ERROR "A script of report.html contains </script, which would end it.")
  endif()
endforeach()

# Licences ask for their text wherever the code goes: into the page, and into what is installed (CMakeLists.txt).
file(READ ${page_folder}/third-party.txt ORCHESTRATE_PAGE_THIRD_PARTY)
if(ORCHESTRATE_PAGE_THIRD_PARTY MATCHES "--")
  message(FATAL_ERROR "third-party.txt contains --, which would end the comment that it becomes.")
endif()

file(READ ${page_folder}/style.css ORCHESTRATE_PAGE_STYLE)
configure_file(${page_folder}/page.html ${CMAKE_CURRENT_BINARY_DIR}/generated/report/page.html @ONLY)
file(READ ${CMAKE_CURRENT_BINARY_DIR}/generated/report/page.html page_text)
string(FIND "${page_text}" "<!--data-->" data_at)
string(SUBSTRING "${page_text}" 0 ${data_at} ORCHESTRATE_PAGE_BEFORE_DATA)
math(EXPR after_at "${data_at} + 11")
string(SUBSTRING "${page_text}" ${after_at} -1 ORCHESTRATE_PAGE_AFTER_DATA)
configure_file(${CMAKE_CURRENT_LIST_DIR}/page_text.hpp.in
               ${CMAKE_CURRENT_BINARY_DIR}/generated/report/page_text.hpp @ONLY)

file(GLOB page_files CONFIGURE_DEPENDS ${page_folder}/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_files})
