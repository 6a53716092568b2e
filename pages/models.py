"""What is running, what could run instead, and how it is doing."""

import streamlit as st

st.title("Models")
